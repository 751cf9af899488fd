// @ts-check
/** Follows a room that another tab may change. */

/** How long the answer to a change of one's own may be behind the news of it, in milliseconds. */
const GRACE = 300;

/**
 * Tells when a room changed elsewhere. A hidden tab listens to nothing (a browser has few connections to one server); it
 * looks again when it is shown.
 * @param {'puzzle' | 'game'} kind @param {string} id
 * @param {() => number} version the change that is shown
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function follow(kind, id, version, changed) {
  /** @type {EventSource | null} */
  let events = null;
  let newest = 0;
  let timer = 0;
  const look = () => {
    timer = 0;
    if (events && newest > version()) changed();
  };
  const listen = () => {
    events?.close();
    events = null;
    if (document.hidden) return;
    events = new EventSource(`/api/${kind}/${encodeURIComponent(id)}/events`);
    events.addEventListener('changed', (event) => {
      newest = JSON.parse(event.data).version;
      timer ||= setTimeout(look, GRACE);
    });
  };
  document.addEventListener('visibilitychange', listen);
  listen();
  return () => {
    document.removeEventListener('visibilitychange', listen);
    events?.close();
    events = null;
    clearTimeout(timer);
  };
}
