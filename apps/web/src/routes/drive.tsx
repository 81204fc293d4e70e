import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readPreviewSearch } from '../drive/preview/preview-search.ts'
import { shell } from './shell.tsx'

const files = createRoute({
  getParentRoute: () => shell,
  path: '/files',
  validateSearch: readPreviewSearch,
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'FilesScreen'),
})

const folder = createRoute({
  getParentRoute: () => shell,
  path: '/files/$folderId',
  validateSearch: readPreviewSearch,
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'FilesScreen'),
})

export const drive = [files, folder]
