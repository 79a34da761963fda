// What the pages of both games share: whose turn it is, what is written above the board, and the requests.

/** A game between seats; a subclass displays one of the games. */
export class MatchGame {
  page;
  scene = null;

  constructor(page) {
    this.page = page;
  }

  /** The name of the file of a record. */
  get file() {
    return `${this.key}-game.json`;
  }

  newRequest(settings) {
    return { ...settings, call: "new", game: this.key };
  }

  loadRequest(record, settings) {
    return { ...this.newRequest(settings), call: "load", record };
  }

  savedText({ record }) {
    return record;
  }

  /** Whether a text is a record of this game. */
  owns(text) {
    return new RegExp(`${this.key}[- ]record`).test(text.slice(0, 1000));
  }

  isBotDue({ to_move: due, viewer, winners }) {
    return winners === null && due !== viewer;
  }

  /** Whether the viewer is to move. */
  get isDue() {
    const { to_move: due, viewer, winners } = this.scene;
    return winners === null && due === viewer;
  }

  play(move) {
    return this.page.act({ call: "play", move });
  }

  /** What has happened since the viewer's last turn, or in the turn that is going on. */
  news(isNewTurn = this.isDue) {
    const { log, viewer, winners } = this.scene;
    const own = log.findLastIndex(({ seat }) => seat === viewer);
    const sentences = (isNewTurn ? log.slice(own + 1) : log.slice(-1)).flatMap((turn) => turn.sentences);
    // The end is in the prompt.
    return (winners === null ? sentences : sentences.slice(0, -1)).join(" ");
  }

  /** What the viewer can do, or why there is nothing to do. */
  prompt(question) {
    const { log, names, to_move: due, winners } = this.scene;
    if (winners !== null) return log.at(-1)?.sentences.at(-1) ?? "The game is over.";
    return this.isDue ? question() : `${names[due]} is thinking …`;
  }
}
