import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './shell.tsx'

const files = createRoute({
  getParentRoute: () => shell,
  path: '/files',
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'FilesScreen'),
})

const folder = createRoute({
  getParentRoute: () => shell,
  path: '/files/$folderId',
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'FilesScreen'),
})

export const drive = [files, folder]
