"""Train MaskablePPO of sb3-contrib on the batch engine: a `VecEnv` over `gymnasium.make_vec`.

It needs `pip install "keltis[batch,gymnasium]" sb3-contrib`. All games are stepped in one process;
SB3's own vector environments would step them one by one, or send them between processes.
"""

import argparse
from collections.abc import Sequence

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

NAME = "keltis.adapters.gymnasium:Keltis-v0"
Infos = list[dict[str, object]]


class BatchVecEnv(VecEnv):  # type: ignore[misc] # mypy skips Stable-Baselines3
    """Many games against bots; the arguments are those of `vector_env`."""

    def __init__(self, num_envs: int, **arguments: object) -> None:
        """Make the games; `reset` deals them."""
        self.games = gymnasium.make_vec(NAME, num_envs=num_envs, **arguments)
        spaces = self.games.single_observation_space, self.games.single_action_space
        super().__init__(num_envs, *spaces)
        self._actions = np.zeros(num_envs, np.int64)

    def reset(self) -> NDArray[np.uint8]:
        """Deal all games, by the seed that `seed` was called with."""
        observations: NDArray[np.uint8]
        observations, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], Infos]:
        """Make a move in every game; a game that is over is dealt anew."""
        observations, rewards, ended, truncated, infos = self.games.step(self._actions)
        each: Infos = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(ended | truncated):
            each[place]["terminal_observation"] = infos["final_obs"][place]
            each[place]["TimeLimit.truncated"] = bool(truncated[place])
        return observations, rewards.astype(np.float32), ended | truncated, each

    def close(self) -> None:
        """Close the games."""
        self.games.close()

    def env_method(self, name: str, *_: object, **__: object) -> list[object]:
        """The masks by game, which MaskablePPO asks for; there are no other methods."""
        return list(getattr(self.games, name)())

    def get_attr(self, name: str, indices: int | Sequence[int] | None = None) -> list[object]:
        """An attribute of the games, once for each."""
        return [getattr(self.games, name)] * len(self._get_indices(indices))

    def set_attr(self, name: str, value: object, _indices: object = None) -> None:
        """Set an attribute of all games."""
        setattr(self.games, name, value)

    def env_is_wrapped(self, _wrapper: type, indices: int | None = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(self._get_indices(indices))


def main() -> None:
    """Train for some steps, too few to play well, and say how many games are won."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=64)
    options = parser.parse_args()
    envs = BatchVecEnv(options.games, opponents=["random"])
    model = MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=1024, seed=7)
    model.learn(options.steps)
    envs.seed(1)
    observations = envs.reset()
    rewards: list[float] = []
    while len(rewards) < 2 * options.games:
        masks = np.array(envs.env_method("action_masks"))
        actions, _ = model.predict(observations, action_masks=masks)
        observations, reward, ended, _ = envs.step(actions)
        rewards += reward[ended].tolist()
    print(f"{sum(each > 0 for each in rewards)} of {len(rewards)} games won against random")


if __name__ == "__main__":
    main()
