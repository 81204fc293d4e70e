import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ActivitySearch } from '../drive/activity/activity-kinds.ts'
import { readLater, texts } from './root.ts'
import { shell } from './shell.tsx'

const activity = createRoute({
  getParentRoute: () => shell,
  path: '/activity',
  validateSearch: readLater<ActivitySearch>,
  loader: texts('drive-details'),
  component: lazyRouteComponent(
    () => import('../drive/activity/ActivityScreen.tsx'),
    'ActivityScreen',
  ),
})

const file = createRoute({
  getParentRoute: () => shell,
  path: '/file/$fileId',
  component: lazyRouteComponent(
    () => import('../drive/files/OpenFileScreen.tsx'),
    'OpenFileScreen',
  ),
})

export const driveActivity = [activity, file]
