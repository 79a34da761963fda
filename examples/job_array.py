"""A tournament as a job array: every job plays one shard, and the last step merges the parts.

In a script for Slurm, with `#SBATCH --array=1-200`, each job would run

    python job_array.py $SLURM_ARRAY_TASK_ID 200

and a job that depends on the array `keltis merge part-*.json --out whole.json`. Without arguments,
this example runs an array of three jobs as processes of this machine, and merges them.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

TOURNAMENT = ("tournament", "greedy", "random", "--deals", "6", "--seed", "7")


def keltis(*words: str, folder: Path) -> str:
    """Run the program in a folder; its output."""
    result = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-X", "utf8", "-m", "keltis", *words],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    return result.stdout


def play_shard(number: int, shards: int, folder: Path) -> str:
    """Play one shard: what a job of the array does. Play it again if it has failed."""
    part = f"part-{number}.json"
    return keltis(*TOURNAMENT, "--shard", f"{number}/{shards}", "--out", part, folder=folder)


def run_array(shards: int, folder: Path) -> None:
    """Run all jobs at once, each in a process of its own, then merge their parts."""
    jobs = [
        subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, Path(__file__).resolve(), str(number), str(shards)],
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        for number in range(1, shards + 1)
    ]
    failed = [number for number, job in enumerate(jobs, 1) if job.wait() != 0]
    for number in failed:
        play_shard(number, shards, folder)
    parts = [f"part-{number}.json" for number in range(1, shards + 1)]
    print(keltis("merge", *parts, "--out", "whole.json", folder=folder))
    keltis(*TOURNAMENT, "--out", "at-once.json", folder=folder)
    whole, at_once = (folder / "whole.json").read_bytes(), (folder / "at-once.json").read_bytes()
    print("The same as a tournament that was played at once:", whole == at_once)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(play_shard(int(sys.argv[1]), int(sys.argv[2]), Path()))
    else:
        with tempfile.TemporaryDirectory() as directory:
            run_array(3, Path(directory))
