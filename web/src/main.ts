import { mount } from 'svelte'
import App from './App.svelte'
import { speak, wanted } from './lib/i18n.svelte'
import { showTheme } from './lib/settings.svelte'
import './styles/tokens.css'
import './styles/shapes.css'
import './styles/table.css'
import './styles/pages.css'

showTheme()
await speak(wanted())
mount(App, { target: document.getElementById('app')! })
