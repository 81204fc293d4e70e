import { administration } from './administration.ts'
import { apps } from './apps.ts'
import { drive } from './drive.ts'
import { inbox } from './inbox.ts'
import { links } from './links.ts'
import { person } from './person.ts'
import type { Recipes } from './recipe.ts'
import { sharing } from './sharing.ts'
import { tus } from './tus.ts'
import { waysIn } from './ways-in.ts'

/** How each call of the document succeeds. */
export const recipes: Recipes = {
  ...waysIn,
  ...person,
  ...apps,
  ...administration,
  ...drive,
  ...sharing,
  ...links,
  ...inbox,
  ...tus,
}

/** Calls that succeed for nobody, and why. */
export const neverSucceed: Readonly<Record<string, string>> = {}
