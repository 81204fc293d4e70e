import { expect, test } from 'vitest'
import { ManualClock } from '../kernel/clock.ts'
import { onEachDatabase } from './testing.ts'
import { createUpkeep } from './upkeep.ts'

onEachDatabase((open) => {
  test('the latest run of each maintenance command is stored', async () => {
    const clock = new ManualClock(1_000_000)
    const upkeep = createUpkeep(await open(), clock)
    expect(await upkeep.latest()).toEqual({})
    await upkeep.record('backup', { contents: 3, bytes: 30, lost: 1 })
    clock.advance(1_000)
    await upkeep.record('backup', { contents: 4, bytes: 40, lost: 0 })
    expect(await upkeep.latest()).toEqual({
      backup: { contents: 4, bytes: 40, lost: 0, ranAt: clock.now() },
    })
    const found = { nodes: 9, problems: 2, left: 1, reads_contents: true }
    await upkeep.record('check', found)
    expect((await upkeep.latest()).check).toEqual({ ...found, ranAt: clock.now() })
  })
})
