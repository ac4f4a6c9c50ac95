/// What a page does beyond standing there: switch levels, show one recording alone, zoom, and light
/// up what belongs together. Without it every level is shown, one under the other.
enum PageScript {
  static let source = """
    (function(){
    'use strict';
    var doc=document,all=function(s,e){return Array.prototype.slice.call((e||doc).querySelectorAll(s))};
    doc.documentElement.classList.add('js');

    // Words and marks keep their size.
    function fit(svg){
      var w=svg.clientWidth;
      if(!w)return;
      var most=svg.classList.contains('map')?3:svg.viewBox.baseVal.width>600?1.9:1.45;
      svg.style.setProperty('--u',Math.min(most,svg.viewBox.baseVal.width/w).toFixed(3));
    }
    var pictures=all('svg.map,svg.chart');
    pictures.forEach(fit);
    addEventListener('resize',function(){pictures.forEach(fit)});

    all('.maps').forEach(function(maps){
      var buttons=all('.levels button',maps),figures=all('figure.level',maps),select=maps.querySelector('select');
      function show(n){
        figures.forEach(function(f,i){f.hidden=i!==n});
        buttons.forEach(function(b,i){b.setAttribute('aria-pressed',i===n)});
        // Of many levels the one that is shown is in sight.
        if(buttons[n])buttons[n].parentNode.scrollTop=buttons[n].offsetTop-buttons[n].parentNode.offsetTop-60;
        all('svg.map',figures[n]).forEach(fit);
      }
      buttons.forEach(function(b,i){b.addEventListener('click',function(){show(i)})});
      if(figures.length>1)show(Math.max(0,figures.findIndex(function(f){return f.hasAttribute('data-first')})));
      if(!select)return;
      select.addEventListener('change',function(){
        var g=select.value;
        all('[data-g]',maps).forEach(function(e){e.style.display=g===''||e.dataset.g===g?'':'none'});
        var has=function(f){return f.querySelector('[data-g="'+g+'"]')};
        var now=figures.findIndex(function(f){return !f.hidden});
        if(g!==''&&!has(figures[now])){var n=figures.findIndex(has);if(n>=0)show(n)}
      });
      // report.html#NAME opens with that recording alone.
      var hash=location.hash;
      try{hash=decodeURIComponent(hash)}catch(e){}
      var wanted=Array.prototype.findIndex.call(select.options,function(o){return '#'+o.text===hash});
      if(wanted>0){select.selectedIndex=wanted;select.dispatchEvent(new Event('change'))}
    });

    all('.frame').forEach(function(frame){
      var svg=frame.querySelector('svg.map'),box=svg.viewBox.baseVal,W=box.width,H=box.height,z=1,x=0,y=0,drag=null;
      function set(){
        x=Math.max(0,Math.min(W-W/z,x));y=Math.max(0,Math.min(H-H/z,y));
        svg.setAttribute('viewBox',[x,y,W/z,H/z].map(function(v){return v.toFixed(2)}).join(' '));
        svg.style.touchAction=z>1?'none':'';svg.style.cursor=z>1?'grab':'';
        var f=svg.querySelector('.furniture');if(f)f.style.display=z>1?'none':'';
        fit(svg);
      }
      function zoom(k,px,py){
        var n=Math.max(1,Math.min(16,z*k));
        x+=px*W/z-px*W/n;y+=py*H/z-py*H/n;z=n;set();
      }
      var bar=doc.createElement('div');bar.className='zoom';
      [['+','zoom in',1.6],['\u{2212}','zoom out',1/1.6],['\u{2922}','whole map',0]].forEach(function(b){
        var e=doc.createElement('button');e.type='button';e.textContent=b[0];e.setAttribute('aria-label',b[1]);
        e.title=b[1];
        e.addEventListener('click',function(){if(b[2])zoom(b[2],.5,.5);else{z=1;set()}});bar.appendChild(e);
      });
      frame.appendChild(bar);
      svg.addEventListener('wheel',function(e){
        if(!e.ctrlKey&&!e.metaKey)return;
        e.preventDefault();
        var r=svg.getBoundingClientRect();
        zoom(Math.exp(-e.deltaY/200),(e.clientX-r.left)/r.width,(e.clientY-r.top)/r.height);
      },{passive:false});
      svg.addEventListener('pointerdown',function(e){if(z>1){drag=[e.clientX,e.clientY,x,y];svg.setPointerCapture(e.pointerId)}});
      svg.addEventListener('pointermove',function(e){
        if(!drag)return;
        var k=W/z/svg.clientWidth;
        x=drag[2]-(e.clientX-drag[0])*k;y=drag[3]-(e.clientY-drag[1])*k;set();
      });
      ['pointerup','pointercancel'].forEach(function(n){svg.addEventListener(n,function(){drag=null})});
    });

    all('.compare').forEach(function(box){
      var range=box.querySelector('input[type=range]'),button=box.querySelector('[data-blink]'),timer=null;
      range.addEventListener('input',function(){box.style.setProperty('--shown',range.value)});
      button.addEventListener('click',function(){
        if(timer){clearInterval(timer);timer=null;box.classList.remove('off')}
        else timer=setInterval(function(){box.classList.toggle('off')},600);
        button.setAttribute('aria-pressed',!!timer);
      });
    });

    all('[data-sheet]').forEach(function(button){
      button.addEventListener('click',function(){
        var sheet=doc.querySelector('.sheet'),plan=doc.querySelector('image.plan'),w=button.dataset.width,h=button.dataset.height;
        if(!sheet||!plan)return;
        var picture=new Image(),page=doc.createElement('style');
        picture.src=plan.getAttribute('href');
        picture.style.cssText='display:block;width:'+w+'mm;height:'+h+'mm';
        page.textContent='@page{size:'+w+'mm '+(+h+20)+'mm;margin:0}';
        sheet.appendChild(picture);doc.head.appendChild(page);doc.body.classList.add('alone');
        doc.body.appendChild(sheet);sheet.hidden=false;
        picture.decode().then(print,print).finally(function(){
          picture.remove();page.remove();doc.body.classList.remove('alone');sheet.hidden=true;
        });
      });
    });

    // Tooltips, at once and not after the browser's second; what shows the same moment elsewhere lights up with it.
    var tip=doc.getElementById('tip'),hot=[];
    function clear(){hot.forEach(function(e){e.classList.remove('hot')});hot=[];tip.hidden=true}
    doc.addEventListener('pointerover',function(e){
      var el=e.target.closest&&e.target.closest('svg *');
      clear();
      if(!el)return;
      var t=el.querySelector(':scope>title');
      if(t){el.dataset.tip=t.textContent;t.remove()}
      if(!el.dataset.tip)return;
      tip.textContent=el.dataset.tip;tip.hidden=false;
      if(el.dataset.k){hot=all('[data-k="'+el.dataset.k+'"]');hot.forEach(function(h){h.classList.add('hot')})}
    });
    doc.addEventListener('pointermove',function(e){
      if(tip.hidden)return;
      var w=tip.offsetWidth,h=tip.offsetHeight;
      tip.style.left=Math.max(4,Math.min(innerWidth-w-4,e.clientX+14))+'px';
      tip.style.top=(e.clientY+h+24>innerHeight?e.clientY-h-12:e.clientY+16)+'px';
    });
    })();
    """
}
