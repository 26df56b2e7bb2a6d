// The styles of what `index.html` shows before the app runs, all in the first style sheet. The build fails if one is missing.
import './screens/landing.module.css';
import './ui/people/circle.module.css';
import './ui/people/seat-at.module.css';
import './ui/people/avatar.module.css';
import './ui/forms/button.module.css';
import './ui/states/skeleton.module.css';
import './screens/feed.module.css';
import './shell/layout.module.css';
import './features/posts/feed/new-posts-pill.module.css';
import './ui/forms/icon-button.module.css';
import './shell/bars/top-bar.module.css';
import './shell/bars/navigation.module.css';
import 'virtual:static-page.css';
import './static-page.css';
