const PREFIX = 'awan-uploads-page '

/** This page among those that upload: what it sends is left alone by the others as long as it lives. */
export interface LivingPage {
  readonly id: string
  /** Of these, the pages that live, this one among them. */
  areAlive(): Promise<ReadonlySet<string>>
  /** As if the page were closed. */
  leave(): void
}

/** A lock ends with the page, also when it crashes; nothing that is written down does. */
export function enterPage(locks: LockManager | undefined = navigator.locks): LivingPage {
  const id = crypto.randomUUID()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  void locks?.request(PREFIX + id, () => left)
  return {
    id,
    async areAlive() {
      const { held = [], pending = [] } = (await locks?.query()) ?? {}
      const names = [...held, ...pending].map(({ name = '' }) => name)
      const ids = names.filter((name) => name.startsWith(PREFIX))
      return new Set([id, ...ids.map((name) => name.slice(PREFIX.length))])
    },
    leave,
  }
}
