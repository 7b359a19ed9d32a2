import { mount } from 'svelte';
import App from './App.svelte';
import { useLanguage, wantedLanguage } from './messages/index.svelte';
import { keepPage } from './offline/install';
import { followRoutes } from './routes.svelte';
import { keepSettings } from './settings.svelte';
import { wakeSound } from './sound';
import { speak } from './wire/http';
import { watchReach } from './wire/reach.svelte';
import './app.css';

const language = wantedLanguage();
speak(language);
keepSettings();
followRoutes();
wakeSound();
keepPage();
watchReach();
void useLanguage(language).then(() => mount(App, { target: document.getElementById('app')! }));
