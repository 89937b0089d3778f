const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MILLISECONDS = 100;

/** @param {number} since */
const elapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Shows that something is going on: a spinner with the time on a terminal, and elsewhere (a CI
 * log, a pipe) one plain line at the start and one at the end.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const since = Date.now();
  const terminal = process.stdout.isTTY;
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    process.stdout.write(`\r\x1b[2K${FRAMES[frame]} ${label} (${elapsed(since)})`);
  };
  const timer = terminal ? setInterval(draw, FRAME_MILLISECONDS) : undefined;
  if (!terminal) console.log(`… ${label}`);

  const finish = (/** @type {string} */ sign) => {
    clearInterval(timer);
    console.log(`${terminal ? '\r\x1b[2K' : ''}${sign} ${label} (${elapsed(since)})`);
  };
  try {
    const result = await work();
    finish('✓');
    return result;
  } catch (error) {
    finish('✗');
    throw error;
  }
}
