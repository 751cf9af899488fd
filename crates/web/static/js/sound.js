// @ts-check
/** Soft sounds, made here: nothing is loaded, and nothing sounds until somebody switches it on. */

/** What is heard: pitch and length of each tone in turn, and how it swings. @type {Record<string, Array<[number, number, OscillatorType]>>} */
const SOUNDS = {
  move: [[330, 0.07, 'triangle']],
  taken: [
    [240, 0.08, 'triangle'],
    [180, 0.1, 'triangle'],
  ],
  refused: [[140, 0.12, 'sine']],
  end: [
    [392, 0.14, 'sine'],
    [494, 0.14, 'sine'],
    [587, 0.26, 'sine'],
  ],
};
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let context = null;

/** Whether somebody wants to hear it. */
const wanted = () => {
  try {
    return JSON.parse(localStorage.getItem('settings') ?? '{}').sound === true;
  } catch {
    return false;
  }
};

/** Makes a sound, where sounds are wanted. @param {string} name */
export function sound(name) {
  if (!wanted() || !window.AudioContext) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length, swing] of SOUNDS[name] ?? []) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = swing;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
  document.documentElement.dataset.sounded = name;
}
