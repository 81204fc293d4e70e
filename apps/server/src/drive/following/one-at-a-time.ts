/** Runs some work whenever it is asked for: one run at a time, and one more for all that asked meanwhile. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false

  async function run(): Promise<void> {
    isRunning = true
    while (isAsked) {
      isAsked = false
      await work()
    }
    isRunning = false
  }

  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
