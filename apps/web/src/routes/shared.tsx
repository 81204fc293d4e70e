import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ActivitySearch } from '../drive/activity/activity-kinds.ts'
import type { PreviewSearch } from '../drive/address/preview-search.ts'
import type { SharedSearch } from '../drive/shared/shared-search.ts'
import { loadDrive } from './drive-parts.ts'
import { readLater, texts } from './root.ts'
import { shell } from './shell.tsx'

const loadShared = () => import('../drive/shared/screens.ts')

const loadOther = () => import('../drive/other-drive/screens.ts')
const loadTeam = () => import('../drive/team/screens.ts')

const team = createRoute({
  getParentRoute: () => shell,
  path: '/team',
  loader: texts('drive-shared', 'drive-team', 'share-roles'),
  component: lazyRouteComponent(loadTeam, 'TeamScreen'),
})

const shared = createRoute({
  getParentRoute: () => shell,
  path: '/shared',
  validateSearch: readLater<SharedSearch>,
  loader: texts('drive-shared', 'drive-offers', 'share-roles'),
  component: lazyRouteComponent(loadShared, 'SharedScreen'),
})

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  loader: texts('drive-inbox', 'drive-dialogs', 'share-roles'),
  component: lazyRouteComponent(() => import('../drive/inbox/InboxScreen.tsx'), 'InboxScreen'),
})

/** The drive of somebody else, or of a team; the own one has no id in its addresses. */
const otherDrive = createRoute({
  getParentRoute: () => shell,
  path: '/drives/$driveId',
  loader: texts('drive-shared', 'drive-team', 'drive-inbox', 'share-roles'),
  component: lazyRouteComponent(loadOther, 'OtherDrive'),
})

const top = createRoute({
  getParentRoute: () => otherDrive,
  path: '/',
  component: lazyRouteComponent(loadOther, 'DriveTop'),
})

const trash = createRoute({
  getParentRoute: () => otherDrive,
  path: '/trash',
  validateSearch: readLater<PreviewSearch>,
  loader: texts('drive-trash'),
  component: lazyRouteComponent(loadTeam, 'TeamTrashScreen'),
})

const activity = createRoute({
  getParentRoute: () => otherDrive,
  path: '/activity',
  validateSearch: readLater<ActivitySearch>,
  loader: texts('drive-details'),
  component: lazyRouteComponent(loadTeam, 'TeamActivityScreen'),
})

const folder = createRoute({
  getParentRoute: () => otherDrive,
  path: '/files/$folderId',
  validateSearch: readLater<PreviewSearch>,
  component: lazyRouteComponent(loadDrive, 'FilesScreen'),
})

const file = createRoute({
  getParentRoute: () => otherDrive,
  path: '/file/$fileId',
  validateSearch: readLater<PreviewSearch>,
  component: lazyRouteComponent(loadShared, 'SharedFileScreen'),
})

export const sharedRoutes = [
  shared,
  team,
  inbox,
  otherDrive.addChildren([top, folder, file, trash, activity]),
] as const
