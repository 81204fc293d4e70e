import type { InsidePlace } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { ListWindow } from '../listing/list-window.ts'
import { toFile } from '../listing/testing.ts'
import { Selection } from './selection.ts'

test('a click selects one file, Ctrl toggles files, and Shift selects a range', async () => {
  const { selection } = await open(100)
  selection.only(3)
  expect(chosen(selection)).toEqual(['3'])
  selection.toggle(5)
  expect(chosen(selection)).toEqual(['3', '5'])
  selection.extendTo(7)
  expect(chosen(selection)).toEqual(['5', '6', '7'])
  selection.extendTo(4)
  expect(chosen(selection)).toEqual(['4', '5'])
  selection.toggle(4)
  selection.toggle(9)
  selection.extendTo(10, { keep: true })
  expect(chosen(selection)).toEqual(['5', '9', '10'])
  selection.clear()
  expect(selection.state()).toMatchObject({ count: 0, files: [] })
})

test('a rubber band selects what it covers, with or without the previous selection', async () => {
  const { selection } = await open(100)
  selection.only(1)
  selection.beginBand({ keep: true })
  selection.band([
    { first: 10, last: 11 },
    { first: 20, last: 21 },
  ])
  expect(chosen(selection)).toEqual(['1', '10', '11', '20', '21'])
  selection.band([{ first: 10, last: 10 }])
  expect(chosen(selection)).toEqual(['1', '10'])
  selection.beginBand({ keep: false })
  selection.band([{ first: 3, last: 3 }])
  expect(chosen(selection)).toEqual(['3'])
})

test('a part of the rows is selected as one beside others, also where it is not in memory, and deselected', async () => {
  const { selection, settled } = await open(1_000)
  const part = { first: 10, last: 12 }
  selection.only(3)
  selection.toggleAll(part)
  expect(chosen(selection)?.sort()).toEqual(['10', '11', '12', '3'])
  expect([selection.hasAll(part), selection.hasAll({ first: 10, last: 13 })]).toEqual([true, false])
  const far = { first: 700, last: 899 }
  selection.toggleAll(far)
  expect(selection.state().count).toBe(204)
  await settled()
  expect(selection.state().files).toHaveLength(204)
  selection.toggleAll(part)
  expect(selection.state().count).toBe(201)
  selection.toggleAll(far)
  expect(chosen(selection)).toEqual(['3'])
  selection.toggle(11)
  selection.toggleAll(part)
  expect(chosen(selection)?.sort()).toEqual(['10', '11', '12', '3'])
  selection.toggleAll(part)
  expect(chosen(selection)).toEqual(['3'])
})

test('selecting all of a long list counts at once and loads the files later', async () => {
  const { selection, settled } = await open(5_000)
  selection.all()
  expect(selection.state()).toMatchObject({ count: 5_000, files: undefined })
  expect(selection.has(4_321)).toBe(true)
  await settled()
  expect(selection.state().files).toHaveLength(5_000)
  expect(chosen(selection)?.at(-1)).toBe('4999')
})

test('selecting all of a list of unknown length counts the files by loading them', async () => {
  const { selection, settled } = await open(2_500, { isMeasured: false })
  selection.all()
  expect(selection.state().files).toBeUndefined()
  await settled()
  expect(selection.state().count).toBe(2_500)
  expect(selection.state().files).toHaveLength(2_500)
})

test('selecting all of a long folder loads nothing, and files can be deselected', async () => {
  const { selection, list, names, settled, reads } = await open(5_000, { inside })
  selection.subscribe(() => undefined)
  const before = reads()
  selection.all()
  await settled()
  expect(reads()).toBe(before)
  expect(selection.state()).toMatchObject({
    count: 5_000,
    files: undefined,
    whole: { inside: { folder_id: 'top' }, exceptIds: [], count: 5_000 },
  })
  selection.toggle(3)
  selection.toggle(4)
  selection.toggle(3)
  expect(selection.state().whole).toMatchObject({ exceptIds: ['id-4'], count: 4_999 })
  expect([selection.has(3), selection.has(4), selection.has(4_321)]).toEqual([true, false, true])

  // A new file is shown as selected, and deselected files stay deselected.
  names.unshift('new')
  void list.refresh()
  await settled()
  expect(selection.state()).toMatchObject({ count: 5_000, whole: { exceptIds: ['id-4'] } })
  expect([selection.has(0), selection.has(4), selection.has(5)]).toEqual([true, true, false])

  selection.state().whole?.letGo()
  expect(selection.state()).toMatchObject({ count: 0, files: [], whole: undefined })
})

test('selecting all of a place of unknown length asks the server for the count and loads nothing', async () => {
  const { selection, list, names, settled, reads } = await open(5_000, {
    inside,
    isMeasured: false,
  })
  selection.subscribe(() => undefined)
  const before = reads()
  selection.all()
  expect(selection.has(4_321)).toBe(true)
  await settled()
  expect(reads()).toBe(before)
  expect(selection.state()).toMatchObject({ files: undefined, count: 5_000, whole: { inside } })
  selection.toggle(3)
  expect(selection.state().count).toBe(4_999)

  // A new file is counted with the others.
  names.unshift('new')
  void list.refresh()
  await settled()
  expect(selection.state()).toMatchObject({ count: 5_000, whole: { exceptIds: ['id-3'] } })
  const { whole } = selection.state()
  selection.only(2)
  expect(selection.state()).toMatchObject({ count: 1, whole: undefined })
  // Letting go of the old selection does not clear the new one.
  whole?.letGo()
  expect(chosen(selection)).toEqual(['1'])
})

test('selecting all stops at 10,000 loaded files and reports that there are more', async () => {
  const { selection, settled } = await open(12_500, { isMeasured: false })
  selection.all()
  await settled()
  expect(selection.state()).toMatchObject({ count: 10_000, isCut: true })
  expect(selection.state().files).toHaveLength(10_000)
  selection.only(2)
  expect(selection.state().isCut).toBe(false)
})

test('selecting all of a short place of unknown length selects its files', async () => {
  const { selection, settled } = await open(900, { inside, isMeasured: false })
  selection.all()
  await settled()
  expect(selection.state()).toMatchObject({ count: 900, isCut: false, whole: undefined })
  expect(selection.state().files).toHaveLength(900)
})

test('selecting all of a short folder selects its files', async () => {
  const { selection, settled } = await open(900, { inside })
  selection.all()
  await settled()
  expect(selection.state().files).toHaveLength(900)
})

test('a range that shrinks while its rows are loading selects only the final rows', async () => {
  const { selection, settled } = await open(5_000)
  selection.only(0)
  selection.extendTo(4_999)
  selection.extendTo(2)
  expect(chosen(selection)).toEqual(['0', '1', '2'])
  await settled()
  expect(chosen(selection)).toEqual(['0', '1', '2'])
})

test('a failed load of the selection is reported and can be retried', async () => {
  const { selection, settled, fail } = await open(5_000)
  fail(new Error('away'))
  selection.all()
  await settled()
  expect(selection.state()).toMatchObject({ error: new Error('away'), files: undefined })
  fail(undefined)
  selection.retry()
  await settled()
  expect(selection.state().files).toHaveLength(5_000)
  expect(selection.state().error).toBeNull()
})

test('the selection and the cursor follow their files when rows move', async () => {
  const { selection, list, names, settled } = await open(100)
  selection.subscribe(() => undefined)
  selection.only(3)
  selection.extendTo(5)
  names.unshift('new', 'newer')
  void list.refresh()
  await settled()
  expect(chosen(selection)).toEqual(['3', '4', '5'])
  expect([selection.has(3), selection.has(5), selection.has(7), selection.has(8)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(selection.state().cursor).toBe(7)
  selection.extendTo(8)
  expect(chosen(selection)).toEqual(['3', '4', '5', '6'])
})

test('a removed file is no longer selected', async () => {
  const { selection, list } = await open(100)
  selection.subscribe(() => undefined)
  selection.only(98)
  selection.extendTo(99)
  list.remove(new Set(['id-99']))
  expect(chosen(selection)).toEqual(['98'])
  expect(selection.state().cursor).toBe(98)
})

test('selection mode starts with a long press and ends when nothing is selected', async () => {
  const { selection } = await open(100)
  selection.beginChoosing(2)
  selection.toggle(3)
  expect(chosen(selection)).toEqual(['2', '3'])
  expect(selection.state().isChoosing).toBe(true)
  selection.toggle(3)
  selection.toggle(2)
  expect(selection.state()).toMatchObject({ isChoosing: false, count: 0 })
})

function chosen(selection: Selection): string[] | undefined {
  return selection.state().files?.map(({ name }) => name)
}

/** A list whose first rows are in memory. */
const inside: InsidePlace = { folder_id: 'top' }

async function open(
  count: number,
  { isMeasured = true, inside }: { isMeasured?: boolean; inside?: InsidePlace } = {},
) {
  let reads = 0
  const names = Array.from({ length: count }, (_, index) => String(index))
  let failure: Error | undefined
  const list = new ListWindow({
    ...(inside && { whole: { inside, count: async () => names.length } }),
    async page({ page_token = '0', page_size }) {
      await Promise.resolve()
      reads++
      if (failure) throw failure
      const end = Number(page_token) + page_size
      const files = names.slice(Number(page_token), end).map(toFile)
      return end < names.length ? { files, next_page_token: String(end) } : { files }
    },
    async measure({ page_size }) {
      if (!isMeasured) return { every: page_size }
      const tokens = Math.ceil(names.length / page_size) - 1
      return {
        count: names.length,
        every: page_size,
        page_tokens: Array.from({ length: tokens }, (_, index) => String((index + 1) * page_size)),
      }
    },
  })
  const settled = async () => {
    for (let turn = 0; turn < 500; turn++) await Promise.resolve()
  }
  list.look(0, 30)
  await settled()
  const fail = (error: Error | undefined) => {
    failure = error
  }
  return { list, selection: new Selection(list), names, settled, fail, reads: () => reads }
}
