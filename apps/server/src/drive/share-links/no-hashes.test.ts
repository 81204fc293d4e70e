import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { openLinks } from './testing.ts'

onEachDatabase((openDatabase) => {
  test('a link without downloads does not tell by a hash which content a file has', async () => {
    const { drive, shared, file, share, visit } = await openLinks(await openDatabase())
    const toFile = toFileWith(() => undefined, drive.clock.now())
    const hashesFor = async (allowsDownload: boolean) => {
      const visitor = await visit((await share({ allowsDownload })).token)
      const page = { size: 9, token: undefined }
      const { nodes } = await drive.nodes.list(visitor, shared.id, page)
      const { node } = await drive.nodes.get(visitor, file.id)
      return [...nodes, node].map((one) => toFile(one).hash)
    }
    expect(await hashesFor(true)).toEqual([file.hash, file.hash])
    expect(await hashesFor(false)).toEqual([undefined, undefined])
  })
})
