/** Where the browser has it (not in all of them), it runs tasks before it paints. */
const { scheduler } = globalThis as { scheduler?: { postTask(work: () => void, options: { priority: 'user-blocking' }): Promise<void> } }

/** Does something in a task of its own, if possible before the next frame is painted.
 *
 * Whoever measures first what has just changed has it laid out. In the frame that also paints it, that is one long task;
 * before the frame, it is two short ones.
 */
export function soon(work: () => void): void {
  if (scheduler) void scheduler.postTask(work, { priority: 'user-blocking' })
  else setTimeout(work)
}
