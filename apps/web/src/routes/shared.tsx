import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { PreviewSearch } from '../drive/address/preview-search.ts'
import type { SharedSearch } from '../drive/shared/shared-search.ts'
import { loadDrive } from './drive-parts.ts'
import { readLater, texts } from './root.ts'
import { shell } from './shell.tsx'

const loadShared = () => import('../drive/shared/screens.ts')

const shared = createRoute({
  getParentRoute: () => shell,
  path: '/shared',
  validateSearch: readLater<SharedSearch>,
  loader: texts('drive-shared', 'share-roles'),
  component: lazyRouteComponent(loadShared, 'SharedScreen'),
})

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  loader: texts('drive-inbox', 'share-roles'),
  component: lazyRouteComponent(() => import('../drive/inbox/InboxScreen.tsx'), 'InboxScreen'),
})

/** The drive of somebody else; the own one has no id in its addresses. */
const otherDrive = createRoute({
  getParentRoute: () => shell,
  path: '/drives/$driveId',
  loader: texts('drive-shared', 'drive-inbox', 'share-roles'),
  component: lazyRouteComponent(loadShared, 'OtherDrive'),
})

const top = createRoute({
  getParentRoute: () => otherDrive,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/shared', replace: true })
  },
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

export const sharedRoutes = [shared, inbox, otherDrive.addChildren([top, folder, file])] as const
