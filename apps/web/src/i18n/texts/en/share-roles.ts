export const texts = {
  'share.role.viewer': 'Viewer',
  'share.role.contributor': 'Contributor',
  'share.role.editor': 'Editor',
  'share.role.manager': 'Manager',
  'share.role.drop': 'Drop folder',
} as const
