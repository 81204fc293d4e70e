import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadDrive } from './drive-parts.ts'
import { signInFirst, texts } from './root.ts'
import { withQueries } from './with-queries.tsx'

/** The frame around everything that a person does once inside. */
export const shell = createRoute({
  getParentRoute: () => withQueries,
  id: 'shell',
  beforeLoad: signInFirst,
  loader: texts(
    'drive',
    'drive-browse',
    'drive-actions',
    'drive-places',
    'drive-search',
    'drive-offline',
  ),
  component: lazyRouteComponent(loadDrive, 'ShellRoute'),
})
