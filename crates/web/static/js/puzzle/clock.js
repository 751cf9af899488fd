// @ts-check
/** How long a person has been at a level; a reload goes on counting, a solution stops it. */

/** @param {number} seconds */
export const wholeClock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

export class Clock {
  constructor() {
    this.room = '';
    this.began = 0;
    this.stoppedAt = 0;
  }

  /** Goes on with a room's clock. @param {string} room */
  enter(room) {
    this.room = room;
    this.began = Date.now() - Number(sessionStorage.getItem(`clock ${room}`) ?? 0) * 1000;
    this.stoppedAt = 0;
  }

  restart() {
    this.began = Date.now();
  }

  /** Stops it; false where it had stopped before. */
  stop() {
    if (this.stoppedAt) return false;
    this.stoppedAt = this.elapsed();
    return true;
  }

  goOn() {
    this.stoppedAt = 0;
  }

  elapsed() {
    return this.stoppedAt || (Date.now() - this.began) / 1000;
  }

  keep() {
    if (this.room) sessionStorage.setItem(`clock ${this.room}`, this.elapsed().toFixed(1));
  }
}
