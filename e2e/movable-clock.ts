/**
 * Loaded before the server: its time can be moved on by a message, so that no story waits for a minute
 * to pass.
 */
let aheadMs = 0
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
} as DateConstructor

process.on('message', ({ aheadMs: next }: { aheadMs: number }) => {
  aheadMs = next
  process.send?.({ aheadMs })
})
// The channel alone keeps nobody alive.
process.channel?.unref()
