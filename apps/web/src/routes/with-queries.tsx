import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.ts'

export const loadQueries = () => import('../session/QueriesRoute.tsx')

/** Above every screen that asks through TanStack Query. The ways in do without: they are there sooner. */
export const withQueries = createRoute({
  getParentRoute: () => root,
  id: 'queries',
  component: lazyRouteComponent(loadQueries, 'QueriesRoute'),
})
