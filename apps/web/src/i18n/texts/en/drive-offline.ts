export const texts = {
  'offline.note': 'You are offline. This is how it was: {when}.',
  'offline.again': 'Try again',
  'update.title': 'A new version of Awan is ready',
  'update.now': 'Reload',
} as const
