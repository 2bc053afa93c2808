/* Exercises on the visitor's own corpus. The tab's Python asks them and says what is right. */

export class Practice {
  constructor(page) {
    this.page = page;
  }

  fill(state) {
    this.state = state;
  }

  ask() {
    return Promise.resolve(this.state);
  }
}
