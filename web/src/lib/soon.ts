/** Where the browser has it (not in all of them), it runs tasks before it paints. */
const { scheduler } = globalThis as {
  scheduler?: { postTask(work: () => void, options: { priority: 'user-blocking' }): Promise<void> }
}

/** Does something in a task of its own, if possible before the next frame is painted.
 *
 * Whoever measures first what has just changed has it laid out. In the frame that also paints it, that is one long task;
 * before the frame, it is two short ones.
 *
 * @returns when it is done
 */
export function soon(work: () => void): Promise<void> {
  if (scheduler) return scheduler.postTask(work, { priority: 'user-blocking' })
  return new Promise((done) => setTimeout(() => done(work())))
}
