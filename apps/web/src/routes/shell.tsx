import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signInFirst, texts } from './root.ts'
import { withQueries } from './with-queries.tsx'

/** The frame of the drive, and its folders with it. */
export const loadDrive = () => import('../shell-routes.tsx')

/** The frame around everything that a person does once inside. */
export const shell = createRoute({
  getParentRoute: () => withQueries,
  id: 'shell',
  beforeLoad: signInFirst,
  loader: texts(
    'drive',
    'drive-browse',
    'drive-actions',
    'drive-tasks',
    'drive-places',
    'drive-search',
    'drive-uploads',
    'drive-offline',
  ),
  component: lazyRouteComponent(loadDrive, 'ShellRoute'),
})
