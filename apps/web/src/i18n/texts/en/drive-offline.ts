export const texts = {
  'offline.note': 'You are offline. This is how it was: {when}.',
  'offline.now': 'You are offline. The last listing is shown.',
  'offline.reason': 'Nothing can be changed until the connection is back.',
  'offline.again': 'Try again',
  'update.title': 'A new version of Awan is ready',
  'update.now': 'Reload',

  'session.ended': 'You were signed out',
  'session.ended.text':
    'It happened in another tab, on another device, or because the session ended. Sign in to go on where you were.',
} as const
