import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadQueries } from './drive-parts.ts'
import { root } from './root.ts'

/** Above every screen that asks through TanStack Query. The ways in do without: they are there sooner. */
export const withQueries = createRoute({
  getParentRoute: () => root,
  id: 'queries',
  component: lazyRouteComponent(loadQueries, 'QueriesRoute'),
})
