import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { PreviewSearch } from '../drive/address/preview-search.ts'
import type { SearchParams } from '../drive/search/search-params.ts'
import { driveActivity } from './activity.tsx'
import { loadDrive } from './drive-parts.ts'
import { readLater, texts } from './root.ts'
import { sharedRoutes } from './shared.tsx'
import { shell } from './shell.tsx'

const loadPlaces = () => import('../drive/screens.ts')

const files = createRoute({
  getParentRoute: () => shell,
  path: '/files',
  validateSearch: readLater<PreviewSearch>,
  component: lazyRouteComponent(loadDrive, 'FilesScreen'),
})

const folder = createRoute({
  getParentRoute: () => shell,
  path: '/files/$folderId',
  validateSearch: readLater<PreviewSearch>,
  component: lazyRouteComponent(loadDrive, 'FilesScreen'),
})

const recent = createRoute({
  getParentRoute: () => shell,
  path: '/recent',
  validateSearch: readLater<PreviewSearch>,
  component: lazyRouteComponent(loadPlaces, 'RecentScreen'),
})

const photos = createRoute({
  getParentRoute: () => shell,
  path: '/photos',
  validateSearch: readLater<PreviewSearch>,
  loader: texts('drive-photos'),
  component: lazyRouteComponent(() => import('../drive/photos/PhotosScreen.tsx'), 'PhotosScreen'),
})

const starred = createRoute({
  getParentRoute: () => shell,
  path: '/starred',
  validateSearch: readLater<PreviewSearch>,
  component: lazyRouteComponent(loadPlaces, 'StarredScreen'),
})

const tag = createRoute({
  getParentRoute: () => shell,
  path: '/tags/$tag',
  validateSearch: readLater<PreviewSearch>,
  loader: texts('drive-dialogs'),
  component: lazyRouteComponent(loadPlaces, 'TagScreen'),
})

const trash = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  validateSearch: readLater<PreviewSearch>,
  loader: texts('drive-trash'),
  component: lazyRouteComponent(loadPlaces, 'TrashScreen'),
})

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: readLater<SearchParams & PreviewSearch>,
  loader: texts('drive-shared', 'drive-results'),
  component: lazyRouteComponent(() => import('../drive/results/SearchScreen.tsx'), 'SearchScreen'),
})

export const drive = [
  files,
  folder,
  recent,
  photos,
  starred,
  tag,
  trash,
  search,
  ...sharedRoutes,
  ...driveActivity,
]
