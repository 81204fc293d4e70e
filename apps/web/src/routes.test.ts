import { expect, test } from 'vitest'
import album from '../../../docs/screens/README.md?raw'
import type { RouteContext } from './routes/root.ts'
import { createAppRouter } from './routes.tsx'

/** They lead to another one at once. */
const withoutScreen = ['/']

test('every route has its pictures, so that the tour that takes them knows no fewer screens', () => {
  const { routesByPath } = createAppRouter({} as RouteContext)
  const missing = Object.keys(routesByPath)
    .map((path) => (path === '/' ? path : path.replace(/\/$/, '')))
    .filter((path) => !withoutScreen.includes(path) && !album.includes(`\`${path}\``))
  expect(missing).toEqual([])
})
