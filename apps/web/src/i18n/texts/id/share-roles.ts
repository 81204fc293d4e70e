import type { texts as english } from '../en/share-roles.ts'

export const texts: Record<keyof typeof english, string> = {
  'share.role.viewer': 'Pelihat',
  'share.role.contributor': 'Kontributor',
  'share.role.editor': 'Editor',
  'share.role.manager': 'Manajer',
  'share.role.drop': 'Folder kiriman',
}
