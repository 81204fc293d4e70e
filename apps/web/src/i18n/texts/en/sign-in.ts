export const texts = {
  'signIn.page': 'Sign in',
  'signIn.title': 'Welcome back',
  'signIn.subtitle': 'Sign in to your files.',
  'signIn.username': 'E-mail, phone or username',
  'signIn.username.missing': 'Type your e-mail, phone or username.',
  'signIn.password': 'Password',
  'signIn.password.missing': 'Type your password.',
  'signIn.continue': 'Continue',
  'signIn.submit': 'Sign in',
  'signIn.newHere': 'New here?',
  'signIn.create': 'Create an account',
} as const
