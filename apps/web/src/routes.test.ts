import { isApiPath } from '@awan/protocol/api-paths'
import { expect, test } from 'vitest'
import { growTree } from './routes/every-route.ts'
import type { RouteContext } from './routes/root.ts'
import { createAppRouter } from './routes.tsx'

/** The page that shows every screen; the tour through all of them writes it. */
const albums = import.meta.glob<string>('../../../docs/screens/README.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** They lead to another one at once. */
const withoutScreen = ['/', '/file/$fileId', '/drives/$driveId']

test('every route is listed on the page of screenshots', () => {
  const [album = ''] = Object.values(albums)
  const { routesByPath } = createAppRouter({} as RouteContext, growTree())
  const missing = Object.keys(routesByPath)
    .map((path) => (path === '/' ? path : path.replace(/\/$/, '')))
    .filter((path) => !withoutScreen.includes(path) && !album.includes(`\`${path}\``))
  expect(missing).toEqual([])
})

test('no route has the path of an API endpoint', () => {
  const { routesByPath } = createAppRouter({} as RouteContext, growTree())
  expect(Object.keys(routesByPath).filter(isApiPath)).toEqual([])
})
