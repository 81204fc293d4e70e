import { lazyPart } from './lazy-part.ts'

let all: typeof import('./menu-parts.tsx') | undefined

/** What menus are made of. It weighs a tenth of a first visit, and nobody opens one before looking around. */
export const menuParts = {
  ...lazyPart(async () => {
    all = await import('./menu-parts.tsx')
    return all.MenuFrame
  }),
  /** For whatever is only ever rendered within a menu. */
  inside() {
    if (all === undefined) throw new Error('a menu item needs a menu above it')
    return all
  },
}
