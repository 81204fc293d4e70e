import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { openAcross } from './testing.ts'

onEachDatabase((openDatabase) => {
  /** Ben has begun to bring `trip` over, and is in the middle of its folder `days`, to which he has access twice. */
  async function begin(act: 'copy' | 'move', role: 'viewer' | 'editor') {
    const world = await openAcross(await openDatabase())
    await world.folders(150, world.days.id)
    const grant = await world.share(role)
    await world.share(role, world.days.id)
    const task = await world.across[act](world.ben, world.fromAna, world.placing([world.trip.id]))
    // Measured; the folder on top; the first of what is in it.
    for (let step = 0; step < 3; step++) await world.stepOnce()
    const copy = await world.child('ben', 'trip')
    const days = await world.child('ben', 'days', copy)
    const brought = (await world.names('ben', days)).length
    expect(brought).toBeGreaterThan(0)
    /** Nothing came after access had ended, and nothing was thrown away. */
    const expectStopped = async (error: string) => {
      const ended = await world.end(task)
      expect(ended).toMatchObject({ phase: 'failed', reserved: 0 })
      expect(world.errorsOf(ended)).toEqual([error])
      expect(await world.names('ben', copy)).toEqual(['days'])
      expect(await world.names('ben', days)).toHaveLength(brought)
      expect(await world.trashed('ana')).toEqual([])
    }
    return { ...world, grant, expectStopped }
  }

  test.each(['copy', 'move'] as const)(
    'a %s stops when access to a folder above the one being read has ended',
    async (act) => {
      const { grants, ana, grant, expectStopped } = await begin(act, 'editor')
      await grants.revoke(ana, grant.id)
      await expectStopped('not_found')
    },
  )

  test('a move stops when its person may no longer edit what is moved', async () => {
    const { grants, ana, grant, expectStopped } = await begin('move', 'editor')
    await grants.change(ana, grant.id, { role: 'viewer' })
    await expectStopped('permission_denied')
  })

  test('a copy stops when what is copied was moved out of what is shared', async () => {
    const { nodes, trip, expectStopped } = await begin('copy', 'viewer')
    await nodes.update('ana', trip.id, { parentId: 'root', conflict: 'fail' })
    await expectStopped('not_found')
  })
})
