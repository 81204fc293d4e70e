import { Auth } from '@supabase/auth-ui-react'
import { ThemeSupa } from '@supabase/auth-ui-shared'
import { createClient } from '@supabase/supabase-js'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')).render(
  createElement(Auth, {
    supabaseClient: createClient(location.origin, 'key'),
    appearance: { theme: ThemeSupa },
    providers: [],
  }),
)
