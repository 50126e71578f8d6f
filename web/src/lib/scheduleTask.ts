/** The Scheduler API, where the browser has it. Its tasks run before the next paint. */
const { scheduler } = globalThis as {
  scheduler?: { postTask(work: () => void, options: { priority: 'user-blocking' }): Promise<void> }
}

/**
 * Run work in a separate task, if possible before the next paint.
 *
 * Measuring the DOM after a change forces a layout. In the frame that paints the change, this makes one long task.
 * Before that frame, it makes two short tasks.
 *
 * @returns a promise that resolves when the work is done
 */
export function scheduleTask(work: () => void): Promise<void> {
  if (scheduler) return scheduler.postTask(work, { priority: 'user-blocking' })
  return new Promise((done) => setTimeout(() => done(work())))
}
