/* The stores of a browser, as far as tests need them. */

/** Session storage with room for texts of so many characters. */
export class Store {
  constructor(room = Number.POSITIVE_INFINITY) {
    this.items = new Map();
    this.room = room;
  }

  getItem(key) {
    return this.items.get(key) ?? null;
  }

  setItem(key, value) {
    if (value.length > this.room) throw new Error("full");
    this.items.set(key, value);
  }

  removeItem(key) {
    this.items.delete(key);
  }
}

/** The browser's database, as far as contents go into it. */
export class Database {
  constructor() {
    this.values = new Map();
  }

  put(name, value) {
    this.values.set(name, value);
    return Promise.resolve();
  }

  get(name) {
    return Promise.resolve(this.values.get(name));
  }

  remove(name) {
    this.values.delete(name);
    return Promise.resolve();
  }
}
