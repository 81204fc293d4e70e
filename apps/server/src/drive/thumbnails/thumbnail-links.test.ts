import { expect, test } from 'vitest'
import { HOUR_MS, LINK_KEY } from '../testing.ts'
import type { PictureKind } from './picture-kind.ts'
import { ThumbnailLinks } from './thumbnail-links.ts'

const NOW = Date.UTC(2026, 0, 1)
const PICTURE = { version_id: 'v', mime_type: 'image/png', size: 5 }
const linksWith = (...kinds: PictureKind[]) => new ThumbnailLinks({ key: LINK_KEY, kinds })

function opened(links: ThumbnailLinks, link: string | undefined) {
  return links.open(link?.split('/').at(-1) ?? '', NOW)
}

test('a cached link equals a newly signed one and differs by drive, file, version and session', () => {
  const links = linksWith('image', 'video')
  const nodes = ['a', 'b'].flatMap((drive_id) =>
    ['n', 'm'].flatMap((id) =>
      ['v', 'w'].map((version_id) => ({ ...PICTURE, drive_id, id, version_id })),
    ),
  )
  const first = nodes.map((node) => links.linkOf(node, 's1', NOW))
  expect(new Set(first).size).toBe(nodes.length)
  for (const [index, node] of nodes.entries()) {
    expect(links.linkOf(node, 's1', NOW + 12 * HOUR_MS - 1)).toBe(first[index])
    expect(linksWith('image', 'video').linkOf(node, 's1', NOW)).toBe(first[index])
    expect(links.linkOf(node, 's1', NOW + 12 * HOUR_MS)).not.toBe(first[index])
    const { drive_id, id, version_id } = node
    expect(links.linkOf(node, 's2', NOW)).not.toBe(first[index])
    const claims = { driveId: drive_id, nodeId: id, versionId: version_id, holder: 's1' }
    expect(opened(links, first[index])).toMatchObject(claims)
  }
})

test('links stay correct when more are requested than the cache holds', () => {
  const links = linksWith('image', 'video')
  const linkOf = (n: number) => links.linkOf({ ...PICTURE, drive_id: 'a', id: `n${n}` }, 's1', NOW)
  const first = linkOf(0)
  for (let n = 1; n < 10_000; n++) linkOf(n)
  expect(linkOf(0)).toBe(first)
  expect(opened(links, linkOf(9_999))?.nodeId).toBe('n9999')
})

test('a text file has no thumbnail link, and a video has one only where videos are supported', () => {
  const file = { ...PICTURE, drive_id: 'a', id: 'n' }
  const video = { ...file, mime_type: 'video/mp4' }
  expect(
    linksWith('image', 'video').linkOf({ ...file, mime_type: 'text/plain' }, 's1', NOW),
  ).toBeUndefined()
  expect(linksWith('image', 'video').linkOf(video, 's1', NOW)).toBeDefined()
  expect(linksWith('image').linkOf(video, 's1', NOW)).toBeUndefined()
  expect(linksWith('image').linkOf(file, 's1', NOW)).toBeDefined()
})
