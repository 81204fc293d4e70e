import { createRoute, redirect } from '@tanstack/react-router'
import { root } from './root.ts'

export const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/files', replace: true })
  },
})
