// Charts as drawings instead of pixels, for paper: their words stay words. Loaded when something is printed.
import * as core from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

core.use([SVGRenderer]);
