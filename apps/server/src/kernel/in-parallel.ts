/** Does the same with each, at most so many at a time. The first failure ends it. */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atATime: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  for await (const item of items) {
    if (failure) break
    const run = work(item)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => running.delete(run))
    running.add(run)
    if (running.size >= atATime) await Promise.race(running)
  }
  await Promise.all(running)
  if (failure) throw failure.error
}
