import { mount } from 'svelte'
import App from './App.svelte'
import { speak, wanted } from './lib/i18n.svelte'
import './styles/tokens.css'
import './styles/shapes.css'
import './styles/table.css'
import './styles/pages.css'

await speak(wanted())
mount(App, { target: document.getElementById('app')! })
