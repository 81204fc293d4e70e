import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, signInFirst, texts } from './root.ts'

/** The frame around everything that a person does once inside. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: signInFirst,
  loader: texts('drive'),
  component: lazyRouteComponent(() => import('../shell-routes.tsx'), 'ShellRoute'),
})
