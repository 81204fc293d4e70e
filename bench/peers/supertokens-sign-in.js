import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import SuperTokens, { SuperTokensWrapper } from 'supertokens-auth-react'
import EmailPassword from 'supertokens-auth-react/recipe/emailpassword'
import { EmailPasswordPreBuiltUI } from 'supertokens-auth-react/recipe/emailpassword/prebuiltui'
import Session from 'supertokens-auth-react/recipe/session'
import { AuthPage } from 'supertokens-auth-react/ui'

SuperTokens.init({
  appInfo: {
    appName: 'Page',
    apiDomain: location.origin,
    websiteDomain: location.origin,
    websiteBasePath: '/',
  },
  recipeList: [EmailPassword.init(), Session.init()],
})
createRoot(document.getElementById('root')).render(
  createElement(
    SuperTokensWrapper,
    null,
    createElement(AuthPage, { preBuiltUIList: [EmailPasswordPreBuiltUI] }),
  ),
)
